export function projectFiles(): string[]
export function hashOfFiles(files: string[]): string
