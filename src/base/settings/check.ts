import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { FORMATS } from './formats.ts';
import { SETTINGS, type Setting, type SettingName, type Values } from './table.ts';

/** Lists every problem of the configuration. It shows no value: any may be a secret. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const SCHEMA = {
  type: 'object',
  properties: SETTINGS,
  dependencies: {
    // Links in mails, and the address that a provider leads back to, must not follow the Host header of a request,
    // which its sender chooses.
    SMTP_URL: ['MAIL_FROM', 'PUBLIC_URL'],
    MAIL_FROM: ['SMTP_URL'],
    OIDC_ISSUER: ['OIDC_CLIENT_ID', 'PUBLIC_URL'],
    OIDC_CLIENT_ID: ['OIDC_ISSUER'],
    OIDC_CLIENT_SECRET: ['OIDC_ISSUER'],
  },
  anyOf: [
    { properties: { SNAPSHOT_STORE: { type: 'string', not: { type: 'string', pattern: '^s3:' } } } },
    { required: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] },
  ],
};
/** The formats of addresses with a password. */
const WITH_PASSWORD = ['postgres-url', 'smtp-url'];
const ENCODING =
  '. In its user name and password write %23 for #, %2F for /, %3F for ?, %40 for @, and %25 for %';

let validate: ValidateFunction | undefined;

/** Compiled at the first use, which takes tens of milliseconds: commands that read no configuration do without. */
function validator(): ValidateFunction {
  if (validate) return validate;
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  const ajv = new Ajv({ allErrors: true, useDefaults: true, formats: FORMATS });
  for (const keyword of ['write', 'shown', 'apart']) ajv.addKeyword(keyword);
  validate = ajv.compile(SCHEMA);
  return validate;
}

/**
 * Checks settings, and adds the defaults.
 * @param given the texts of the variables that are set
 * @param problems gets the problems found
 */
export function checkSettings(given: Partial<Record<SettingName, string>>, problems: string[]): Values {
  const values = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, typed(SETTINGS[name as SettingName].type, text)]),
  );
  const check = validator();
  check(values);
  problems.push(...new Set((check.errors ?? []).flatMap(describeProblem)));
  return values as Values;
}

function typed(type: Setting['type'], text: string): unknown {
  if (type === 'integer' && /^\d+$/.test(text)) return Number(text);
  if (type !== 'array') return text;
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function describeProblem({ keyword, instancePath, params }: ErrorObject): string[] {
  // These say only which store needs what is missing.
  if (keyword === 'anyOf' || keyword === 'not') return [];
  if (keyword === 'dependencies' || keyword === 'required') {
    const { missingProperty: missing, property = 'an s3:// store' } = params as Record<string, SettingName>;
    return missing === undefined ? [] : [`${missing} is required with ${property}: ${whatToWrite(missing)}`];
  }
  const [, name = '', entry] = instancePath.split('/');
  const which = entry === undefined ? '' : ` (entry ${Number(entry) + 1} is not)`;
  return [`${name} must be ${whatToWrite(name as SettingName)}${which}`];
}

/** The accepted values of a setting, in words. */
export function whatToWrite(name: SettingName): string {
  const { write, enum: values, minimum, maximum, format = '' } = SETTINGS[name];
  if (values) return `one of ${values.join(', ')}`;
  if (minimum !== undefined) return `a whole number from ${minimum} to ${maximum}`;
  return `${write ?? 'a text'}${WITH_PASSWORD.includes(format) ? ENCODING : ''}`;
}
