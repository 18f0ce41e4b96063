export function screensShowing(files: string[]): { names: string[]; folders: string[] }
