import type { Handlers } from '../contract/handler.ts';
import { auth } from './auth.ts';
import { brands } from './brands.ts';
import { competitors } from './competitors.ts';
import { health } from './health.ts';
import { reports } from './reports.ts';
import { runs } from './runs.ts';

/** Every operation of the contract; one that is missing does not compile. */
export const handlers: Handlers = { ...health, ...auth, ...brands, ...competitors, ...runs, ...reports };
