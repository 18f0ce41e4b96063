/**
 * Returns whether these fields are alike in two objects. None is as good as an empty text, null or false. Texts are
 * alike if the server, which tidies them, may have made one of the other.
 */
export const haveSame = (fields: readonly string[], one: object, other: object) =>
  fields.every((field) => valueOf(one, field) === valueOf(other, field))

function valueOf(object: object, field: string) {
  const value = (object as Record<string, unknown>)[field]
  return typeof value === 'string' ? tidied(value) : value || ''
}

const tidied = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/[\s\p{Co}]+/gu, ' ')
    .trim()
