// Types of what the bench uses from its own packages, so that all files can be type-checked without them.
declare module 'lighthouse' {
  type Audit = {
    title: string
    score: number | null
    numericValue?: number
    details?: { items?: { duration: number }[] }
  }
  type Category = {
    id: string
    score: number | null
    auditRefs: { id: string; weight: number }[]
  }
  type Result = {
    lhr: {
      categories: Record<string, Category>
      audits: Record<string, Audit>
      environment: { benchmarkIndex: number }
      runtimeError?: { message: string }
    }
    report: string
  }
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: 'error'; onlyCategories: string[]; output?: 'html' },
    config?: object,
  ): Promise<Result | undefined>
}

declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath: string
    chromeFlags: string[]
    logLevel: 'silent'
  }): Promise<{ port: number; kill(): void }>
}
