import { answerEach } from './timed-thread-end.ts'

/** Works for as many milliseconds as the message says. */
answerEach((text: string) => {
  const end = performance.now() + Number(text)
  while (performance.now() < end);
  return `${text} done`
})
