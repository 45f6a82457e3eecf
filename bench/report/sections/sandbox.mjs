import { paragraphs } from '../../sandbox/report.mjs';

export function sandboxSection(figures) {
  return { title: 'One confined command', text: paragraphs(figures), charts: [] };
}
