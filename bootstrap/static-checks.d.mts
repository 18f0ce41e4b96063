type Command = { program: string; args: string[] }
export const typeCheck: Command
