import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stderr (stdout is for results). Secrets are kept out at the source: URLs are logged without
 * their query, headers and bodies are not logged at all; redaction is the second fence.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { error: stdSerializers.err },
      redact: {
        paths: [
          '*.password',
          '*.accessToken',
          '*.refreshToken',
          '*.authorization',
          '*.api_key',
          '*["x-api-key"]',
        ],
        censor: '[redacted]',
      },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
