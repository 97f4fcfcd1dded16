// Two engines of one data folder that spill at the same time. Told the folder by its argument.
import { Engine } from '../../../src/engine/engine.ts';

const [dataDir = ''] = process.argv.slice(2);
const SORT = `select max(place) from (select row_number() over (order by md5(i::varchar)) as place
  from range(1000000) t (i))`;

const engines = await Promise.all([
  Engine.open(dataDir, [], { memoryMb: 64 }),
  Engine.open(dataDir, [], { memoryMb: 64 }),
]);
const sorted = await Promise.all(engines.map((engine) => engine.number({ sql: SORT, parameters: {} })));
console.log(sorted.join());
for (const engine of engines) await engine.close();
