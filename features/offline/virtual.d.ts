declare module 'virtual:shell-files' {
  /** The built files that the frame and the offline page need, and a revision that changes with any of them. */
  export const files: string[]
  export const revision: string
}
