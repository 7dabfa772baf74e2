// Cases of the public YAML test suite that go otherwise with kubectl, by reason. The suite speaks YAML 1.2; kubectl reads with go.yaml.in/yaml/v2,
// a translation of libyaml 0.1 for YAML 1.1, and splits a file into documents by itself.

const ids = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What should be refused and is taken. */
export const ACCEPTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['a comment needs no space before it', ids('9JBA/0 CVW2/0 SU5Z/0 X4QW/0')],
  ['a document ends at its first value: what stands behind is not looked at', ids('3HFZ/0 4H7K/0 BS4K/0 KS4U/0 RHX7/0')],
  ['directives are part of the document before them, and are not looked at', ids('9HCY/0 EB22/0')],
  ['lines within brackets or quotes may begin anywhere, also with a tab', ids('9C9N/0 DK95/1 QB6E/0 Y79Y/3')],
  ['a dash within brackets is a text', ids('G5U8/0 YJV2/0')],
  ["a quote may be escaped within the other quotes: \"\\'\"", ids('HRE5/0')],
  ['empty lines of a block may be indented further than its first line', ids('S98Z/0')],
  ['a comma may be part of a tag', ids('U99R/0')],
]);

/** What should be read, or be read otherwise. */
export const DIFFERENT: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'nothing but a comment may stand behind three dashes',
    ids(`27NA/0 2G84/2 2G84/3 2XXW/0 35KP/0 4Q9F/0 6FWR/0 6JQW/0 6LVF/0 753E/0 82AN/0 93WF/0 96L6/0 9MQT/0 B3HG/0 C4HZ/0 DK3J/0
      EXG3/0 FP8R/0 FTA2/0 J7PZ/0 K54U/0 KSS4/0 L383/0 T26H/0 T5N4/0 UGM3/0 W4TN/0`),
  ],
  [
    'directives stand before the three dashes, in a document of their own, and are those of YAML 1.1',
    ids('2LFX/0 5TYM/0 6CK3/0 6ZKB/0 9DXL/0 BEC7/0 CC74/0 DK95/7 MUS6/2 MUS6/3 MUS6/4 MUS6/5 MUS6/6 P76L/0 RTP8/0 U3C3/0 Z9M4/0'),
  ],
  [
    'within brackets a key ends on its line, a colon begins no text, and a question mark ends one',
    ids(`4MUZ/0 4MUZ/1 4MUZ/2 58MP/0 5MUD/0 5T43/0 652Z/0 9SA2/0 CFD4/0 DBG4/0 FRK4/0 HM87/0 HM87/1 JR7V/0 K3WX/0 NJ66/0 UT92/0
      VJP3/1 WZ62/0`),
  ],
  [
    'JSON has keys that are texts, and a key is never empty',
    ids(`2JQS/0 4FJ6/0 6BFJ/0 6M2F/0 6PBE/0 9MMW/0 DFF7/0 FH7J/0 KK5P/0 LX3P/0 M2N8/0 M2N8/1 M5DY/0 NHX8/0 NKF9/0 PW8X/0 Q9WF/0
      RZP5/0 S3PD/0 SBG9/0 SM9W/1 UKK6/0 V9D5/0 X38W/0 XW4D/0`),
  ],
  ['a tab is no indentation', ids('6BCT/0 6CA3/0 96NN/0 96NN/1 A2M4/0 DK95/0 DK95/3 DK95/4 Q5MG/0 R4YG/0 Y79Y/1 Y79Y/10')],
  ['names of anchors are of letters, digits, dashes and underscores', ids('2SXE/0 8XYN/0 W5VH/0 Y2GN/0')],
  ['a document of comments alone is an empty document', ids('6WLZ/0 6XDY/0 8G76/0 98YD/0 JHB9/0')],
  ['what stands behind three dots is not looked at, and they end no document that has not begun', ids('7Z25/0 HWV9/0 M7A3/0 QT73/0')],
  ['the last three dashes of a file begin no document', ids('PUW8/0')],
  ['a slash is not escaped', ids('3UYS/0')],
  ['bytes come decoded', ids('565N/0')],
]);
