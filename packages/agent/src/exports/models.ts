export { chooseRoute } from '../models/choose-route.ts';
export type { RouteDescription } from '../models/describe-routes.ts';
export { describeRoutes } from '../models/describe-routes.ts';
export type { ProviderSettings } from '../models/model-settings.ts';
export { routedClassifier } from '../models/routed-classifier.ts';
export type { Script, ScriptedReply } from '../models/script/parse-script.ts';
export { addUsage, NO_USAGE } from '../models/usage.ts';
