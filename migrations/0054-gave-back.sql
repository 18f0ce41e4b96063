alter table takedowns
  -- When the account was given back to its owner after this answer, so that they may answer once more (rules: given back).
  add column given_back_at timestamptz;

alter table holds
  -- When the account was given back to its owner after this answer, so that they may answer once more (rules: given back).
  add column given_back_at timestamptz;

alter table users
  -- When an undone change of e-mail, or the operator, last gave the change of name back (rules: given back).
  add column name_given_back_at timestamptz;
