import { platformMovesBy } from './intervals/platforms.ts';

const t = Date.now();
console.log(platformMovesBy(Number(process.argv[2])), (Date.now() - t) / 1000);
