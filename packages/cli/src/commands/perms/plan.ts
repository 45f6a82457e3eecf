import type { Args } from '../../command-line/args.ts';
import { NEW_ACCESS_EXIT } from '../../command-line/exit-codes.ts';
import { jsonText } from '../../output/json.ts';
import { fitted } from '../../output/wrapped.ts';
import { accessOf, makePlan, type PlanResult } from '../../plan/plan.ts';
import { planJson } from '../../plan/plan-json.ts';
import { planMarkdown } from '../../plan/plan-markdown.ts';
import { type PlanRequest, readPlanRequest } from '../../plan/plan-request.ts';
import { planText } from '../../plan/show-plan.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms plan`: what a changed policy would have decided about past calls, and whether it lets anything new through. */
export async function plan(args: Args, terminal: Terminal): Promise<number> {
  const request = await readPlanRequest(args, terminal);
  const result = await makePlan(request, terminal);
  terminal.out(fitted(shown(request, result, terminal), terminal));
  return request.noNewAccess && accessOf(result) !== 'none' ? NEW_ACCESS_EXIT : 0;
}

function shown(request: PlanRequest, result: PlanResult, terminal: Terminal): string {
  switch (request.format) {
    case 'text':
      return planText(request, result, terminal);
    case 'json':
      return jsonText(planJson(request, result));
    case 'markdown':
      return planMarkdown(request, result);
  }
}
