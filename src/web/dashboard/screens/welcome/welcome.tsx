import type { ComponentChildren, ComponentType } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, LinkButton } from '../../components/button.tsx';
import { Loaded, ScreenHead } from '../../components/card.tsx';
import { go, href, useRoute } from '../../state/route.ts';
import { AnswersStep } from './answers-step.tsx';
import { BrandStep } from './brand-step.tsx';
import { FileStep } from './file/file-step.tsx';
import { NamesStep } from './names-step.tsx';
import { PromptsStep } from './prompts-step.tsx';
import { ReportStep } from './report-step.tsx';
import { isDone, nextStep, type Setup, STEPS, type StepName, type StepProps, useSetup } from './setup.ts';

const VIEWS: Record<StepName, ComponentType<StepProps>> = {
  brand: BrandStep,
  names: NamesStep,
  prompts: PromptsStep,
  answers: AnswersStep,
  report: ReportStep,
};

/** From nothing to a first report, or a file of answers. */
export default function Welcome() {
  const { path } = useRoute();
  if (path[0] === 'file')
    return (
      <div class="stack">
        <ScreenHead title="Import answers" actions={<LinkButton href={href('welcome')}>All ways</LinkButton>}>
          Answers that you have already, from a spreadsheet, a crawler or another tool.
        </ScreenHead>
        <FileStep />
      </div>
    );
  return <Steps name={path[0] ?? ''} />;
}

function Steps({ name }: { name: string }) {
  const setup = useSetup();
  const found = STEPS.findIndex(([step]) => step === name);
  // The step that is shown first leaves the focus where it is.
  const shown = useRef<StepName | null>(null);
  return (
    <div class="stack">
      <ScreenHead title="Set up">
        Five short steps to your first report. You can leave at any time: what you entered is saved.
      </ScreenHead>
      <Loaded of={setup} height={300}>
        {(data) => {
          const at = found === -1 ? STEPS.findIndex(([step]) => step === nextStep(data)) : found;
          const [step] = STEPS[at] ?? STEPS[0];
          const View = VIEWS[step];
          return (
            <div class="stack">
              <StepList setup={data} current={step} />
              <Focused key={step} step={step} shown={shown}>
                <View key={data.brand?.id} setup={data} reload={setup.reload} />
              </Focused>
              <div class="row spread">
                {at > 0 ? (
                  <LinkButton href={href(`welcome/${STEPS[at - 1]?.[0]}`)}>
                    Back: {STEPS[at - 1]?.[1]}
                  </LinkButton>
                ) : (
                  <span />
                )}
                {at < STEPS.length - 1 && data.brand !== null && (
                  <Button onClick={() => go(`welcome/${STEPS[at + 1]?.[0]}`)}>
                    {isDone(step, data) ? 'Next' : 'Skip to'}: {STEPS[at + 1]?.[1]}
                  </Button>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

/** A step; who comes to it from another one by keyboard or screen reader continues at its beginning. */
function Focused({
  step,
  shown,
  children,
}: {
  step: StepName;
  shown: { current: StepName | null };
  children: ComponentChildren;
}) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown.current !== null && shown.current !== step) place.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <div ref={place} tabIndex={-1} class="welcome-step">
      {children}
    </div>
  );
}

function StepList({ setup, current }: { setup: Setup; current: StepName }) {
  return (
    <nav aria-label="Steps">
      <ol class="welcome-steps">
        {STEPS.map(([step, title], at) => {
          const done = isDone(step, setup);
          return (
            <li key={step}>
              <a
                href={href(`welcome/${step}`)}
                aria-current={step === current ? 'step' : undefined}
                data-done={done ? '' : undefined}
              >
                <span class="welcome-number" aria-hidden="true">
                  {done ? '✓' : at + 1}
                </span>
                {title}
                {done && <span class="visually-hidden"> (done)</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
