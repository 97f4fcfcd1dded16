import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { counted } from '../../../../presentation/numbers.ts';
import { useAnswer } from '../../api/loading.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { Badge, Card, Loaded } from '../../components/card.tsx';
import { TextArea } from '../../components/form/form.tsx';
import { Table } from '../../components/table/table.tsx';
import { usePaused } from '../../state/use-paused.ts';
import { lineOf, linesOf, parse } from './json-lines.ts';
import { type Finding, type JsonLd, scriptOf, textOf } from './kinds.ts';

/** Checked when nobody has typed for so long. */
const PAUSE_MS = 600;

/** A text of JSON-LD beside what is wrong with it, and the lines that go into a page. */
export function MarkupEditor({
  initial,
  isReadOnly = false,
  onEdit,
  actions,
}: {
  initial: string;
  isReadOnly?: boolean;
  onEdit?: () => void;
  /** What can be done with it. @param edited null while the text is no JSON-LD */
  actions: (edited: JsonLd | null) => ComponentChildren;
}) {
  const [text, setText] = useState(initial);
  const checked = usePaused(text, PAUSE_MS);
  const area = useRef<HTMLDivElement>(null);
  const edited = jsonLdOf(text);
  const problem = problemOfText(text);
  const showLine = (line: number) => {
    const input = area.current?.querySelector('textarea');
    if (!input) return;
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const end = text.indexOf('\n', start);
    input.focus();
    input.setSelectionRange(start, end === -1 ? text.length : end);
    // A text area scrolls to the selection in some browsers alone.
    input.scrollTop = (input.scrollHeight * (line - 4)) / text.split('\n').length;
  };
  return (
    <div class="cols">
      <Card title="Markup">
        {isReadOnly ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          <pre tabIndex={0}>{text}</pre>
        ) : (
          <div ref={area} class="schema-text">
            <TextArea
              label="JSON-LD"
              hint="Text in quotes; a comma between two lines, none after the last."
              rows={Math.min(34, Math.max(14, text.split('\n').length + 1))}
              value={text}
              onInput={(value) => {
                setText(value);
                onEdit?.();
              }}
              problem={problem?.text}
            />
          </div>
        )}
        <div class="actions">
          {actions(edited)}
          {!isReadOnly && edited !== null && text !== textOf(edited) && (
            <Button onClick={() => setText(textOf(edited))}>Tidy up</Button>
          )}
          {problem?.line != null && (
            <Button onClick={() => showLine(problem.line ?? 1)}>Go to line {problem.line}</Button>
          )}
        </div>
      </Card>
      <div class="stack">
        <Findings text={checked} onShow={isReadOnly ? undefined : showLine} />
        {edited !== null && (
          <Card
            title="For your page"
            about="Put these lines between <head> and </head> of the page that it describes."
            actions={<CopyButton text={scriptOf(edited)} label="Copy the lines" />}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <pre class="schema-script" tabIndex={0}>
              {scriptOf(edited)}
            </pre>
          </Card>
        )}
      </div>
    </div>
  );
}

function Findings({ text, onShow }: { text: string; onShow: ((line: number) => void) | undefined }) {
  const jsonLd = jsonLdOf(text);
  const result = useAnswer('validateSchema', jsonLd === null ? null : { body: { jsonLd: jsonLd ?? {} } });
  if (jsonLd === null)
    return (
      <Card title="Check">
        <p class="muted">It is checked as soon as the text is whole.</p>
      </Card>
    );
  const lines = linesOf(text);
  return (
    <Card title="Check">
      <Loaded of={result} height={80}>
        {({ valid, findings }) => (
          <div class="stack-small" role="status">
            <p>
              {valid ? (
                <Badge kind="good">✓ can be used</Badge>
              ) : (
                <Badge kind="bad">✗ cannot be used yet</Badge>
              )}{' '}
              {summaryOf(findings)}
            </p>
            {findings.length > 0 && (
              <Table
                caption="What was found"
                csv="schema-findings"
                rows={findings}
                keyOf={({ path, severity, message }) => `${path} ${severity} ${message}`}
                columns={[
                  {
                    name: 'Field',
                    cell: ({ path }) => <code class="schema-path">{path || 'the whole'}</code>,
                    value: ({ path }) => path,
                  },
                  {
                    name: 'Line',
                    isNumber: true,
                    cell: ({ path }) => {
                      const line = lineOf(lines, path);
                      return onShow ? (
                        <button
                          type="button"
                          class="link-button"
                          aria-label={`Go to line ${line}`}
                          onClick={() => onShow(line)}
                        >
                          {line}
                        </button>
                      ) : (
                        line
                      );
                    },
                    value: ({ path }) => lineOf(lines, path),
                  },
                  {
                    name: 'Finding',
                    cell: ({ severity, message, fix }) => (
                      <div class="schema-finding">
                        <Badge kind={severity === 'ERROR' ? 'bad' : 'warn'}>
                          {severity === 'ERROR' ? 'must be fixed' : 'could be better'}
                        </Badge>
                        <div>{message}</div>
                        <div class="small muted">{fix}</div>
                      </div>
                    ),
                    value: ({ severity, message, fix }) =>
                      `${severity === 'ERROR' ? 'Must be fixed' : 'Could be better'}: ${message} ${fix}`,
                  },
                ]}
              />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function summaryOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'ERROR').length;
  const parts = [
    errors > 0 ? `${counted(errors, 'thing')} must be fixed` : '',
    findings.length > errors ? `${counted(findings.length - errors, 'thing')} could be better` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'No problems.' : `${parts.join(', ')}.`;
}

/** The JSON-LD of a text: an object, or an array of them; null where it holds anything else. */
function jsonLdOf(text: string): JsonLd | null {
  const parsed = parse(text);
  return 'value' in parsed && typeof parsed.value === 'object' ? (parsed.value as JsonLd | null) : null;
}

function problemOfText(text: string): { text: string; line: number | null } | null {
  const parsed = parse(text);
  if ('problem' in parsed) {
    const where = parsed.line === null ? '' : ` on line ${parsed.line}`;
    return { text: `This cannot be read${where}: ${parsed.problem}`, line: parsed.line };
  }
  return jsonLdOf(text) === null
    ? { text: 'It must be an object in braces, or several of them in brackets.', line: null }
    : null;
}
