export function sourceFiles(): string[]
export function graphOf(files: string[]): {
  imports: Map<string, string[]>
  reached(file: string): Set<string>
}
