import { SECOND } from '../../../base/time/units.ts';
import type { Context, Random } from '../../../engine/index.ts';
import { etcd as steps } from '../../../steps/etcd.ts';
import { draw, type Spread } from '../../ports/latency.ts';
import type { Member } from './member.ts';

const TIMEOUT_MICROS = SECOND;

interface Group {
  readonly quorum: number;
  show(member: Member): void;
  won(ctx: Context, member: Member): void;
  hasLeader(): boolean;
}

/**
 * How a leader is found: whoever's timer runs out first asks for votes.
 *
 * Models go.etcd.io/raft/v3 raft.go campaign, Step and PreVote: a member that cannot win does not raise the term.
 */
export class Election {
  constructor(
    private readonly random: Random,
    private readonly network: Spread,
    private readonly members: readonly Member[],
    private readonly group: Group,
  ) {}

  /** Nobody leads: every member's timer runs. */
  begin(ctx: Context): void {
    for (const member of this.members) if (member.alive) this.startTimer(ctx, member);
  }

  /** When a follower that heard from its leader now would miss it. */
  patience(): number {
    return TIMEOUT_MICROS + this.random.below(TIMEOUT_MICROS);
  }

  private startTimer(ctx: Context, member: Member): void {
    member.timer += 1;
    const { timer } = member;
    ctx.after(this.patience(), () => {
      if (member.alive && member.timer === timer && !this.group.hasLeader()) this.timedOut(ctx, member);
    });
  }

  /** A follower has heard nothing for its time. */
  timedOut(ctx: Context, member: Member): void {
    const { now } = ctx;
    const alive = this.members.filter((other) => other.alive && other.busyUntil(now) <= now);
    member.follows = undefined;
    const expired = ctx.step(steps.electionTimeout, 'etcd', {
      member: member.name,
      term: member.term,
      alive: alive.length,
      quorum: this.group.quorum,
    });
    // With too few to vote nothing changes until a member comes back, which starts the timers again.
    if (alive.length < this.group.quorum) return;
    // The pre-vote: would a majority elect this one? If not, whose log is newer will ask.
    const willing = alive.filter((other) => other.wouldElect(member)).length;
    if (willing < this.group.quorum) this.startTimer(expired, member);
    else this.campaign(expired, member);
  }

  campaign(ctx: Context, candidate: Member): void {
    candidate.term = Math.max(...this.members.filter(({ alive }) => alive).map(({ term }) => term)) + 1;
    candidate.vote = candidate.name;
    candidate.role = 'candidate';
    const { term } = candidate;
    const asked = ctx.step(steps.campaigned, 'etcd', { member: candidate.name, term, last: candidate.last });
    this.group.show(candidate);
    let votes = 1;
    const count = (counted: Context): void => {
      votes += 1;
      if (votes < this.group.quorum || candidate.role !== 'candidate' || candidate.term !== term) return;
      candidate.role = 'leader';
      const elected = counted.step(steps.elected, 'etcd', {
        member: candidate.name,
        term,
        votes,
        members: this.members.length,
      });
      this.group.show(candidate);
      this.group.won(elected, candidate);
    };
    for (const voter of this.members) {
      if (voter !== candidate && voter.alive) this.ask(asked, candidate, voter, term, count);
    }
    this.startTimer(asked, candidate);
  }

  private ask(ctx: Context, candidate: Member, voter: Member, term: number, count: (ctx: Context) => void): void {
    const reached = ctx.now + draw(this.random, this.network);
    ctx.at(Math.max(reached, voter.busyUntil(ctx.now)), () => {
      if (!voter.alive || voter.term > term) return;
      if (voter.term < term) {
        voter.term = term;
        voter.vote = undefined;
        voter.follows = undefined;
        voter.role = 'follower';
      }
      const granted = (voter.vote ?? candidate.name) === candidate.name && voter.wouldElect(candidate);
      if (granted) voter.vote = candidate.name;
      const voted = ctx.step(steps.voted, 'etcd', { member: voter.name, candidate: candidate.name, term, granted });
      this.group.show(voter);
      if (granted) this.startTimer(voted, voter);
      voted.after(draw(this.random, this.network), () => {
        if (granted && candidate.alive) count(voted);
      });
    });
  }
}
