import { render } from 'preact';
import { App } from './app.tsx';
import { beginArming } from './arming.ts';
import { beginWithKey } from './key.ts';

beginWithKey();
beginArming();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
