import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';
import { done } from './tool-output.ts';

export const todoWriteTool: Tool = defineTool({
  name: 'TodoWrite',
  description: 'Writes down the steps of the work and how far each is. The list replaces the one before.',
  access: 'internal',
  input: z.strictObject({
    todos: z
      .array(
        z.strictObject({
          content: z.string().min(1).max(2000),
          status: z.enum(['pending', 'in_progress', 'completed']),
          activeForm: z.string().optional().describe('The same, as something being done'),
        }),
      )
      .max(200),
  }),
  run({ todos }, _, { session }) {
    session.todos = todos.map(({ content, status }) => ({ content, status }));
    const finished = todos.filter(({ status }) => status === 'completed').length;
    return done(`${finished} of ${todos.length} done`);
  },
});
