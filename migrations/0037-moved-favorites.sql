-- Whose tags count for a dish depends on who came first (rules: tags).
alter table yolos
  -- When it was moved to its item from another one; null if it was saved there.
  add column moved_at timestamptz;
alter table deleted_yolos
  add column moved_at timestamptz;
