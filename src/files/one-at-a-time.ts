/** Does work one piece after the other, in the order it is given, while who gives it goes on. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** Work that fails does not keep the next from beginning. */
  do<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
