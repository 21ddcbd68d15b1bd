export function seedOfRun(env?: NodeJS.ProcessEnv): number;
export function defineCampaign(seed: number, env?: NodeJS.ProcessEnv): Record<string, string>;
