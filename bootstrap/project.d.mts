/** The folder of the project. */
export const project: string
