type Command = { program: string; args: string[] }
export const types: Command
