/** Runs tasks one after the other, in the order given, without blocking the caller. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** A failed task does not prevent the next. */
  do<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
