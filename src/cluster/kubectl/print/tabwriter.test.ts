import { describe, expect, it } from 'vitest';
import { DESCRIBE_OPTIONS, TABLE_OPTIONS, TabWriter } from './tabwriter.ts';

describe('tabwriter', () => {
  it('KC1: columns of a table are three spaces apart and at least six wide', () => {
    const writer = new TabWriter(TABLE_OPTIONS);
    writer.write('NAME\tREADY\tUP-TO-DATE\tAVAILABLE\tAGE\nnginx\t3/3\t3\t3\t4s\n');
    expect(writer.flush()).toBe(
      'NAME    READY   UP-TO-DATE   AVAILABLE   AGE\nnginx   3/3     3            3           4s\n',
    );
  });

  it('KC2: a watched row widens its column from then on', () => {
    const writer = new TabWriter(TABLE_OPTIONS);
    const rows = ['NAME\tSTATUS\tAGE\n', 'a\tPending\t0s\n', 'a\tContainerCreating\t0s\n', 'a\tRunning\t1s\n'];
    const printed = rows.map((row) => {
      writer.write(row);
      return writer.flush();
    });
    expect(printed).toEqual([
      'NAME   STATUS   AGE\n',
      'a      Pending   0s\n',
      'a      ContainerCreating   0s\n',
      'a      Running             1s\n',
    ]);
  });

  it('KC3: a block ends where a line lacks the column', () => {
    const writer = new TabWriter(DESCRIBE_OPTIONS);
    writer.write('Name:\tnginx\nLabels:\tapp=nginx\nEvents:\n  Type\tReason\n  ----\t------\n');
    expect(writer.flush()).toBe('Name:    nginx\nLabels:  app=nginx\nEvents:\n  Type  Reason\n  ----  ------\n');
  });

  it('KC4: an empty last cell still pads the one before it', () => {
    const writer = new TabWriter(TABLE_OPTIONS);
    writer.write('OBJECT\tMESSAGE\nnode/node-1\t\n');
    expect(writer.flush()).toBe('OBJECT        MESSAGE\nnode/node-1   \n');
  });
});
