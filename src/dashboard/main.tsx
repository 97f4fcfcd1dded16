import { render } from 'preact';
import { resume } from './api/session.ts';
import { App } from './app.tsx';
import { applyTheme } from './state/theme.ts';

applyTheme();
void resume();
const root = document.getElementById('app');
if (root) render(<App />, root);
