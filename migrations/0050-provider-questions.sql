-- How often a place provider was asked on a day by UTC, all processes of the site together: each question may cost
-- the operator money.

create table provider_questions (
  provider text not null,
  day      date not null,
  asked    integer not null,
  primary key (provider, day)
);
