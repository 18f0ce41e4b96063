// Types of what the bench uses from its own packages, so that all files can be type-checked without them.
declare module '@stryker-mutator/instrumenter' {
  type Position = { line: number; column: number }
  type File = { name: string; content: string; mutate: boolean }
  type Mutant = {
    fileName: string
    mutatorName: string
    replacement: string
    location: { start: Position; end: Position }
  }
  type Instrumenter = {
    instrument(
      files: File[],
      options: { excludedMutations: string[]; ignorers: []; plugins: null; noHeader: boolean },
    ): Promise<{ mutants: Mutant[] }>
  }
  export const createInstrumenter: (injector: unknown) => Instrumenter
}

declare module 'typed-inject' {
  type Injector = {
    provideValue(token: string, value: unknown): Injector
    injectFunction<T>(create: (injector: unknown) => T): T
  }
  export function createInjector(): Injector
}
