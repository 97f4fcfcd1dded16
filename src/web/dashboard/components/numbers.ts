export * from '../../../presentation/numbers.ts';
