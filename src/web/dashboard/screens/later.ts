/** The screens of the second script: those that a visit does not begin with. It is named in index.html. */

export { default as alerts } from './alerts/alerts.tsx';
export { default as answer } from './answer/answer.tsx';
export { default as campaigns } from './campaigns/campaigns.tsx';
export { default as compare } from './compare/compare.tsx';
export { default as content } from './content/content.tsx';
export { default as corrections } from './corrections/corrections.tsx';
export { default as coverage } from './coverage/coverage.tsx';
export { default as prompts } from './prompts/prompts.tsx';
export { default as schema } from './schema/schema.tsx';
export { default as settings } from './settings/settings.tsx';
export { default as sources } from './sources/sources.tsx';
export { default as welcome } from './welcome/welcome.tsx';
