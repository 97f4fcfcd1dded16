// Part of npm run format: the tables of settings in their guide.
import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../../base/settings/shown.ts';

const GUIDE = new URL('configuration.md', import.meta.url);
writeFileSync(GUIDE, withTables(readFileSync(GUIDE, 'utf8')));
