-- Members and admins correct a website, too.
alter table restaurant_corrections
  drop constraint restaurant_corrections_field_check,
  add constraint restaurant_corrections_field_check
  check (field in ('name', 'address', 'position', 'phone', 'website', 'hours'));
