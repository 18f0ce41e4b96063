export const judged: string[]
export function lighthouseScores(
  paths?: string[],
): Promise<Record<string, Record<string, number> & { wanting: string[] }>>
