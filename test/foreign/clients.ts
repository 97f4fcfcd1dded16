// Clients that other people's generators make of the contract, as src/web/docs/clients.md tells: generated, compiled,
// used.
import { type ExecFileOptions, execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePython } from '../../bench/support/python.ts';

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0';
const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0';
const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
/** These programs run for seconds: optimising them would take longer than it saves. */
const SHORT_JAVA = { ...process.env, JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

interface Client {
  language: string;
  /** Commands that must be there, each with arguments that print its version. */
  needs: string[][];
  /**
   * Makes the client and calls the server with it.
   * @param folder new, with the files of this client in `clients/`; generated code goes there
   * @param caller address, email, password and API key
   * @returns what the program printed: `used`
   */
  use(folder: string, contract: string, caller: string[]): Promise<string>;
}

export const CLIENTS: Client[] = [
  { language: 'Go', needs: [['go', 'version']], use: useGo },
  {
    language: 'Java',
    needs: [
      ['java', '-version'],
      ['mvn', '-version'],
    ],
    use: useJava,
  },
  { language: 'Python', needs: [['python3', '--version']], use: usePython },
  { language: 'TypeScript', needs: [], use: useTypeScript },
];

const start = promisify(execFile);
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** @returns what the program printed. Compilers print there what is wrong, so an error has it in its message. */
function run(command: string, args: string[], options: ExecFileOptions = {}): Promise<string> {
  return start(command, args, { maxBuffer: 2 ** 26, ...options, encoding: 'utf8' }).then(
    ({ stdout }) => stdout,
    (error) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    },
  );
}

/** @returns the first command of these that is not on this machine */
export async function missingOf(needs: string[][]): Promise<string | undefined> {
  for (const [command = '', ...args] of needs)
    if ((await run(command, args).catch(() => undefined)) === undefined) return command;
  return undefined;
}

/** A folder with the files of one client. */
export function folderOf({ language }: Client, parent: string): string {
  const folder = join(parent, language);
  cpSync(here(`clients/${language.toLowerCase()}`), folder, { recursive: true });
  return folder;
}

const pythons = new Map<string, Promise<string>>();

/** A Python with the packages of a list beside this file, made once a folder. @returns its folder of programs */
export function pythonIn(folder: string, requirements = 'contract-requirements.txt'): Promise<string> {
  const python = pythons.get(folder) ?? makePython(join(folder, 'venv'), here(requirements));
  pythons.set(folder, python);
  return python;
}

async function useGo(folder: string, contract: string, caller: string[]): Promise<string> {
  mkdirSync(join(folder, 'sightline'));
  await run('go', ['run', OAPI_CODEGEN, '-config', 'oapi-codegen.yaml', contract], { cwd: folder });
  return run('go', ['run', '.', ...caller], { cwd: folder });
}

async function useJava(folder: string, contract: string, caller: string[]): Promise<string> {
  const options = { cwd: folder, env: SHORT_JAVA };
  const maven = (...args: string[]) => run('mvn', ['-q', '-B', ...args], options);
  await maven(`${DEPENDENCY_PLUGIN}:copy`, `-Dartifact=${OPENAPI_GENERATOR}`, '-DoutputDirectory=.');
  const [, name, version] = OPENAPI_GENERATOR.split(':');
  const asked = ['-g', 'java', '-c', 'openapi-generator.yaml', '-i', contract, '-o', 'sightline-client'];
  await run('java', ['-jar', `${name}-${version}.jar`, 'generate', ...asked], options);
  const project = join(folder, 'sightline-client');
  cpSync(join(folder, 'UseClient.java'), join(project, 'src/main/java/UseClient.java'));
  const pom = ['-f', 'sightline-client/pom.xml', '-Dmaven.test.skip=true'];
  await maven(...pom, 'compile', `${DEPENDENCY_PLUGIN}:build-classpath`, '-Dmdep.outputFile=classpath');
  const libraries = readFileSync(join(project, 'classpath'), 'utf8').trim();
  const classes = [join(project, 'target/classes'), libraries].join(delimiter);
  return run('java', ['-cp', classes, 'UseClient', ...caller], options);
}

async function usePython(folder: string, contract: string, caller: string[]): Promise<string> {
  const programs = await pythonIn(dirname(folder));
  const { stderr: warnings } = await start(
    join(programs, 'openapi-python-client'),
    ['generate', '--path', contract, '--meta', 'none', '--output-path', 'sightline_client'],
    { cwd: folder, env: { ...process.env, PATH: `${programs}:${process.env['PATH']}` } },
  );
  // It leaves out what it cannot make, and says so on stderr. Only what is not JSON may be left out.
  const left = warnings.split('\n').filter((line) => /^(WARNING|ERROR|Unable|Unsupported)/.test(line));
  const known =
    /^WARNING parsing (GET \/openapi.yaml|POST \/api\/(runs|annotations\/bulk)) |^Unsupported content type (application\/x-ndjson|text\/csv)$/;
  const unknown = left.filter((line) => !known.test(line));
  if (unknown.length > 0 || left.length === 0) throw new Error(warnings);
  return run(join(programs, 'python'), ['use_client.py', ...caller], { cwd: folder });
}

async function useTypeScript(folder: string, contract: string, caller: string[]): Promise<string> {
  const modules = here('../../node_modules');
  symlinkSync(modules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const node = (...args: string[]) => run(process.execPath, args, { cwd: folder });
  const output = ['--default-non-nullable=false', '-o', 'sightline.d.ts'];
  await node(join(modules, 'openapi-typescript/bin/cli.js'), contract, ...output);
  const compiler = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--types',
    'node',
  ];
  const modern = ['--target', 'es2024', '--module', 'nodenext'];
  const tsc = join(modules, 'typescript-native/bin/tsc');
  await node(tsc, ...compiler, ...modern, 'use-client.ts');
  return node('use-client.ts', ...caller);
}
