import { createLog } from '../../src/base/log.ts';

/** What a benchmark runs of the server logs here. One for all: each log listens for the end of the process. */
export const benchLog = createLog('warn');
