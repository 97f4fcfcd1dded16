/** The second script, named in index.html: the screens that a visit does not begin with, and what few people use. */

export { default as papaparse } from 'papaparse';
export { default as pictureFiles } from '../charts/picture-file.ts';
export { default as alerts } from './alerts/alerts.tsx';
export { default as annotations } from './annotations/annotations.tsx';
export { default as answer } from './answer/answer.tsx';
export { default as campaigns } from './campaigns/campaigns.tsx';
export { default as compare } from './compare/compare.tsx';
export { default as consent } from './consent/consent.tsx';
export { default as content } from './content/content.tsx';
export { default as corrections } from './corrections/corrections.tsx';
export { default as coverage } from './coverage/coverage.tsx';
export { default as opportunities } from './opportunities/opportunities.tsx';
export { default as organisations } from './organisations/organisations.tsx';
export { default as overviewAnswers } from './overview/answers.tsx';
export { default as prompts } from './prompts/prompts.tsx';
export { default as schema } from './schema/schema.tsx';
export { default as settings } from './settings/settings.tsx';
export { default as sources } from './sources/sources.tsx';
export { default as viewsMenu } from './views/menu.tsx';
export { default as openView } from './views/open-view.tsx';
export { default as views } from './views/views.tsx';
export { default as welcome } from './welcome/welcome.tsx';
