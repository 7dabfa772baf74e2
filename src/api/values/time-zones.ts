// Models the Go standard library's time.LoadLocation with the zones of the IANA database (2025b), as far as the rules of the
// present go: what zones did in the past, and Morocco's exception for Ramadan, are left out.

import { madeOnce, pureOfText } from '../../base/pure.ts';
import { civilOf, daysOf, weekdayOf } from '../../base/time/calendar.ts';
import { DAY_IN_SECONDS, MINUTE_IN_SECONDS, SECOND } from '../../base/time/units.ts';
import { rfc3339 } from './time.ts';

/** A zone of the world. */
export interface TimeZone {
  /** Seconds east of Greenwich, at a moment in seconds. */
  offsetAt(seconds: number): number;
}

interface Rule {
  readonly month: number;
  /** The week of the month; 5 is the last. */
  readonly week: number;
  readonly weekday: number;
  /** Of the local time that ends then, since midnight. */
  readonly minutes: number;
}

/** Undefined for a name that is none. */
export function timeZone(name: string): TimeZone | undefined {
  const rules = rulesByName().get(name);
  return rules === undefined ? undefined : zoneOf(rules);
}

/** As the clocks of the zone show it: `2026-01-15T04:00:00-05:00`; microseconds. */
export function rfc3339In(time: number, zone: TimeZone): string {
  const offset = zone.offsetAt(Math.floor(time / SECOND));
  if (offset === 0) return rfc3339(time);
  const minutes = Math.floor(Math.abs(offset) / MINUTE_IN_SECONDS);
  const two = (value: number): string => String(value).padStart(2, '0');
  const east = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return rfc3339(time + offset * SECOND).replace('Z', east);
}

const rulesByName = madeOnce(() => namesOf(ZONES));

function namesOf(table: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of table.split('\n')) {
    const [rules = '', areas = ''] = line.split('|');
    for (const area of areas.split(' ')) {
      const colon = area.indexOf(':');
      const prefix = colon === 0 ? '' : `${area.slice(0, colon)}/`;
      for (const city of area.slice(colon + 1).split(',')) names.set(prefix + city, rules);
    }
  }
  return names;
}

const zoneOf = pureOfText(512, (text: string): TimeZone => {
  const [standard = '0', summer, begin, end] = text.split(' ');
  const usual = Number(standard) * MINUTE_IN_SECONDS;
  if (summer === undefined || begin === undefined || end === undefined) return { offsetAt: () => usual };
  const other = Number(summer) * MINUTE_IN_SECONDS;
  const [from, until] = [ruleOf(begin), ruleOf(end)];
  return {
    offsetAt: (seconds) => {
      const { year } = civilOf(Math.floor((seconds + usual) / DAY_IN_SECONDS));
      const first = momentOf(from, year) - usual;
      const last = momentOf(until, year) - other;
      const isOther = first < last ? seconds >= first && seconds < last : seconds >= first || seconds < last;
      return isOther ? other : usual;
    },
  };
});

function ruleOf(text: string): Rule {
  const [month = 0, week = 0, weekday = 0, minutes = 0] = text.split('.').map(Number);
  return { month, week, weekday, minutes };
}

/** In seconds of local time. */
function momentOf({ month, week, weekday, minutes }: Rule, year: number): number {
  const first = daysOf(year, month, 1);
  const next = month === 12 ? daysOf(year + 1, 1, 1) : daysOf(year, month + 1, 1);
  let day = first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (week - 1);
  if (day >= next) day -= 7;
  return day * DAY_IN_SECONDS + minutes * MINUTE_IN_SECONDS;
}

/**
 * A line for each set of rules: minutes east of Greenwich, those of the other half of the year, and when it begins and ends
 * (month, week, weekday, minutes after midnight); then the zones that have them, by area.
 */
const ZONES = `-720|Etc:GMT+12
-660|Etc:GMT+11 Pacific:Midway,Niue,Pago_Pago,Samoa US:Samoa
-600|:HST Etc:GMT+10 Pacific:Honolulu,Johnston,Rarotonga,Tahiti US:Hawaii
-600 -540 3.2.0.120 11.1.0.120|America:Adak,Atka US:Aleutian
-570|Pacific:Marquesas
-540|Etc:GMT+9 Pacific:Gambier
-540 -480 3.2.0.120 11.1.0.120|America:Anchorage,Juneau,Metlakatla,Nome,Sitka,Yakutat US:Alaska
-480|Etc:GMT+8 Pacific:Pitcairn
-480 -420 3.2.0.120 11.1.0.120|:PST8PDT America:Ensenada,Los_Angeles,Santa_Isabel,Tijuana,Vancouver Canada:Pacific Mexico:BajaNorte US:Pacific
-420|:MST America:Creston,Dawson,Dawson_Creek,Fort_Nelson,Hermosillo,Mazatlan,Phoenix,Whitehorse Canada:Yukon Etc:GMT+7 Mexico:BajaSur US:Arizona
-420 -360 3.2.0.120 11.1.0.120|:MST7MDT,Navajo America:Boise,Cambridge_Bay,Ciudad_Juarez,Denver,Edmonton,Inuvik,Shiprock,Yellowknife Canada:Mountain US:Mountain
-360|America:Bahia_Banderas,Belize,Chihuahua,Costa_Rica,El_Salvador,Guatemala,Managua,Merida,Mexico_City,Monterrey,Regina,Swift_Current,Tegucigalpa Canada:Saskatchewan Etc:GMT+6 Mexico:General Pacific:Galapagos
-360 -300 3.2.0.120 11.1.0.120|:CST6CDT America:Chicago,Knox_IN,Matamoros,Menominee,Ojinaga,Rainy_River,Rankin_Inlet,Resolute,Winnipeg America/Indiana:Knox,Tell_City America/North_Dakota:Beulah,Center,New_Salem Canada:Central US:Central,Indiana-Starke
-360 -300 9.1.6.1320 4.1.6.1320|Chile:EasterIsland Pacific:Easter
-300|:EST,Jamaica America:Atikokan,Bogota,Cancun,Cayman,Coral_Harbour,Eirunepe,Guayaquil,Jamaica,Lima,Panama,Porto_Acre,Rio_Branco Brazil:Acre Etc:GMT+5
-300 -240 3.2.0.0 11.1.0.60|:Cuba America:Havana
-300 -240 3.2.0.120 11.1.0.120|:EST5EDT America:Detroit,Fort_Wayne,Grand_Turk,Indianapolis,Iqaluit,Louisville,Montreal,Nassau,New_York,Nipigon,Pangnirtung,Port-au-Prince,Thunder_Bay,Toronto America/Indiana:Indianapolis,Marengo,Petersburg,Vevay,Vincennes,Winamac America/Kentucky:Louisville,Monticello Canada:Eastern US:East-Indiana,Eastern,Michigan
-240|America:Anguilla,Antigua,Aruba,Barbados,Blanc-Sablon,Boa_Vista,Campo_Grande,Caracas,Cuiaba,Curacao,Dominica,Grenada,Guadeloupe,Guyana,Kralendijk,La_Paz,Lower_Princes,Manaus,Marigot,Martinique,Montserrat,Port_of_Spain,Porto_Velho,Puerto_Rico,Santo_Domingo,St_Barthelemy,St_Kitts,St_Lucia,St_Thomas,St_Vincent,Tortola,Virgin Brazil:West Etc:GMT+4
-240 -180 3.2.0.120 11.1.0.120|America:Glace_Bay,Goose_Bay,Halifax,Moncton,Thule Atlantic:Bermuda Canada:Atlantic
-240 -180 9.1.6.1440 4.1.6.1440|America:Santiago Chile:Continental
-210 -150 3.2.0.120 11.1.0.120|America:St_Johns Canada:Newfoundland
-180|America:Araguaina,Asuncion,Bahia,Belem,Buenos_Aires,Catamarca,Cayenne,Cordoba,Coyhaique,Fortaleza,Jujuy,Maceio,Mendoza,Montevideo,Paramaribo,Punta_Arenas,Recife,Rosario,Santarem,Sao_Paulo America/Argentina:Buenos_Aires,Catamarca,ComodRivadavia,Cordoba,Jujuy,La_Rioja,Mendoza,Rio_Gallegos,Salta,San_Juan,San_Luis,Tucuman,Ushuaia Antarctica:Palmer,Rothera Atlantic:Stanley Brazil:East Etc:GMT+3
-180 -120 3.2.0.120 11.1.0.120|America:Miquelon
-120|America:Noronha Atlantic:South_Georgia Brazil:DeNoronha Etc:GMT+2
-120 -60 3.5.0.-60 10.5.0.0|America:Godthab,Nuuk,Scoresbysund
-60|Atlantic:Cape_Verde Etc:GMT+1
-60 0 3.5.0.0 10.5.0.60|Atlantic:Azores
0|:GMT,GMT+0,GMT-0,GMT0,Greenwich,Iceland,UCT,UTC,Universal,Zulu Africa:Abidjan,Accra,Bamako,Banjul,Bissau,Conakry,Dakar,Freetown,Lome,Monrovia,Nouakchott,Ouagadougou,Sao_Tome,Timbuktu America:Danmarkshavn Atlantic:Reykjavik,St_Helena Etc:GMT,GMT+0,GMT-0,GMT0,Greenwich,UCT,UTC,Universal,Zulu
0 120 3.5.0.60 10.5.0.180|Antarctica:Troll
0 60 3.5.0.60 10.5.0.120|:GB,GB-Eire,Portugal,WET Atlantic:Canary,Faeroe,Faroe,Madeira Europe:Belfast,Guernsey,Isle_of_Man,Jersey,Lisbon,London
60|Africa:Algiers,Bangui,Brazzaville,Casablanca,Douala,El_Aaiun,Kinshasa,Lagos,Libreville,Luanda,Malabo,Ndjamena,Niamey,Porto-Novo,Tunis Etc:GMT-1
60 0 10.5.0.120 3.5.0.60|:Eire Europe:Dublin
60 120 3.5.0.120 10.5.0.180|:CET,MET,Poland Africa:Ceuta Arctic:Longyearbyen Atlantic:Jan_Mayen Europe:Amsterdam,Andorra,Belgrade,Berlin,Bratislava,Brussels,Budapest,Busingen,Copenhagen,Gibraltar,Ljubljana,Luxembourg,Madrid,Malta,Monaco,Oslo,Paris,Podgorica,Prague,Rome,San_Marino,Sarajevo,Skopje,Stockholm,Tirane,Vaduz,Vatican,Vienna,Warsaw,Zagreb,Zurich
120|:Libya Africa:Blantyre,Bujumbura,Gaborone,Harare,Johannesburg,Juba,Khartoum,Kigali,Lubumbashi,Lusaka,Maputo,Maseru,Mbabane,Tripoli,Windhoek Etc:GMT-2 Europe:Kaliningrad
120 180 3.4.4.1560 10.5.0.120|:Israel Asia:Jerusalem,Tel_Aviv
120 180 3.4.4.3000 10.4.4.3000|Asia:Gaza,Hebron
120 180 3.5.0.0 10.5.0.0|Asia:Beirut
120 180 3.5.0.120 10.5.0.180|Europe:Chisinau,Tiraspol
120 180 3.5.0.180 10.5.0.240|:EET Asia:Famagusta,Nicosia Europe:Athens,Bucharest,Helsinki,Kiev,Kyiv,Mariehamn,Nicosia,Riga,Sofia,Tallinn,Uzhgorod,Vilnius,Zaporozhye
120 180 4.5.5.0 10.5.4.1440|:Egypt Africa:Cairo
180|:Turkey,W-SU Africa:Addis_Ababa,Asmara,Asmera,Dar_es_Salaam,Djibouti,Kampala,Mogadishu,Nairobi Antarctica:Syowa Asia:Aden,Amman,Baghdad,Bahrain,Damascus,Istanbul,Kuwait,Qatar,Riyadh Etc:GMT-3 Europe:Istanbul,Kirov,Minsk,Moscow,Simferopol,Volgograd Indian:Antananarivo,Comoro,Mayotte
210|:Iran Asia:Tehran
240|Asia:Baku,Dubai,Muscat,Tbilisi,Yerevan Etc:GMT-4 Europe:Astrakhan,Samara,Saratov,Ulyanovsk Indian:Mahe,Mauritius,Reunion
270|Asia:Kabul
300|Antarctica:Mawson,Vostok Asia:Almaty,Aqtau,Aqtobe,Ashgabat,Ashkhabad,Atyrau,Dushanbe,Karachi,Oral,Qostanay,Qyzylorda,Samarkand,Tashkent,Yekaterinburg Etc:GMT-5 Indian:Kerguelen,Maldives
330|Asia:Calcutta,Colombo,Kolkata
345|Asia:Kathmandu,Katmandu
360|Asia:Bishkek,Dacca,Dhaka,Kashgar,Omsk,Thimbu,Thimphu,Urumqi Etc:GMT-6 Indian:Chagos
390|Asia:Rangoon,Yangon Indian:Cocos
420|Antarctica:Davis Asia:Bangkok,Barnaul,Ho_Chi_Minh,Hovd,Jakarta,Krasnoyarsk,Novokuznetsk,Novosibirsk,Phnom_Penh,Pontianak,Saigon,Tomsk,Vientiane Etc:GMT-7 Indian:Christmas
480|:Hongkong,PRC,ROC,Singapore Antarctica:Casey Asia:Brunei,Choibalsan,Chongqing,Chungking,Harbin,Hong_Kong,Irkutsk,Kuala_Lumpur,Kuching,Macao,Macau,Makassar,Manila,Shanghai,Singapore,Taipei,Ujung_Pandang,Ulaanbaatar,Ulan_Bator Australia:Perth,West Etc:GMT-8
525|Australia:Eucla
540|:Japan,ROK Asia:Chita,Dili,Jayapura,Khandyga,Pyongyang,Seoul,Tokyo,Yakutsk Etc:GMT-9 Pacific:Palau
570|Australia:Darwin,North
570 630 10.1.0.120 4.1.0.180|Australia:Adelaide,Broken_Hill,South,Yancowinna
600|Antarctica:DumontDUrville Asia:Ust-Nera,Vladivostok Australia:Brisbane,Lindeman,Queensland Etc:GMT-10 Pacific:Chuuk,Guam,Port_Moresby,Saipan,Truk,Yap
600 660 10.1.0.120 4.1.0.180|Antarctica:Macquarie Australia:ACT,Canberra,Currie,Hobart,Melbourne,NSW,Sydney,Tasmania,Victoria
630 660 10.1.0.120 4.1.0.120|Australia:LHI,Lord_Howe
660|Asia:Magadan,Sakhalin,Srednekolymsk Etc:GMT-11 Pacific:Bougainville,Efate,Guadalcanal,Kosrae,Noumea,Pohnpei,Ponape
660 720 10.1.0.120 4.1.0.180|Pacific:Norfolk
720|:Kwajalein Asia:Anadyr,Kamchatka Etc:GMT-12 Pacific:Fiji,Funafuti,Kwajalein,Majuro,Nauru,Tarawa,Wake,Wallis
720 780 9.5.0.120 4.1.0.180|:NZ Antarctica:McMurdo,South_Pole Pacific:Auckland
765 825 9.5.0.165 4.1.0.225|:NZ-CHAT Pacific:Chatham
780|Etc:GMT-13 Pacific:Apia,Enderbury,Fakaofo,Kanton,Tongatapu
840|Etc:GMT-14 Pacific:Kiritimati`;
