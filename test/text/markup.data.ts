/**
 * Every field whose text is kept, and who reads it: everyone on a `page`, its author on screens of
 * theirs (`own`), an `admin`, or `nobody`. A new one must be entered here, and what is on a page is looked for there.
 */
export const keptTexts: Record<string, 'page' | 'own' | 'admin' | 'nobody'> = {
  'POST /abuse-reports words': 'admin',
  'POST /register userName': 'page',
  'POST /restaurants address': 'page',
  'POST /restaurants name': 'page',
  'POST /save-location name': 'own',
  'POST /takedowns word': 'own',
  'POST /takedowns/:id/answer answer': 'admin',
  'POST /yolos description': 'page',
  'POST /yolos itemName': 'page',
  'POST /yolos userName': 'page',
  'POST /yolos/swap description': 'page',
  'POST /yolos/swap itemName': 'page',
  'POST /yolos/swap userName': 'page',
  'PUT /user/bio bio': 'page',
  'PUT /user/display-name userName': 'page',
  'PUT /user/name firstname': 'own',
  'PUT /user/name lastname': 'own',
  'PUT /yolo/name new_name': 'page',
  'PUT /yolos description': 'page',
  'PUT /yolos userName': 'page',
}
