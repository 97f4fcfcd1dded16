import { registerHooks } from 'node:module';

// Node 24 strips the types of this repository's files itself, and keeps the result in its compile cache: a process
// starts in half the time. What the program starts asks for tsx; here it gets nothing instead. Node strips none in
// node_modules, so installed copies need tsx: test/shipping/ and the tests that spawn src/bin/launch.mjs themselves
// have it.
const NOTHING: Record<string, string> = {
  'tsx/esm': 'data:text/javascript,',
  'tsx/esm/api': 'data:text/javascript,export const register = () => {};',
};
registerHooks({
  resolve(specifier, context, next) {
    const url = NOTHING[specifier];
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
});
