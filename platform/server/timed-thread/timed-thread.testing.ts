import { answerMessages } from './timed-thread-end.ts'

/** Works for as many milliseconds as the message says. */
answerMessages((text: string) => {
  const end = performance.now() + Number(text)
  while (performance.now() < end);
  return `${text} done`
})
