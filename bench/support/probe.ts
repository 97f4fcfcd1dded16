import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Probed, Probing } from './probe-process.ts';
import { describe, type Program, spawnProgram } from './program.ts';

/** Sends requests at a steady pace from a process of its own, whose clock the load of this process does not hold up. */
export class Probe {
  readonly #program: Omit<Program, 'url'>;

  private constructor(program: Omit<Program, 'url'>) {
    this.#program = program;
  }

  static async start(): Promise<Probe> {
    const child = spawnProgram('bench/support/probe-process.ts', {});
    await once(child, 'message');
    return new Probe(describe(child));
  }

  /** @returns milliseconds of each answer while `until` is under way; anything but the expected answer throws */
  async during(probing: Probing, until: Promise<unknown> | number): Promise<number[]> {
    const { child } = this.#program;
    child.send(probing);
    await (typeof until === 'number' ? sleep(until * 1000) : until);
    const answer = once(child, 'message');
    child.send('stop');
    const [{ times, wrong }] = (await answer) as [Probed];
    if (wrong !== null || times.length === 0) throw new Error(`Beside the load: ${wrong ?? 'no answer'}`);
    return times;
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
