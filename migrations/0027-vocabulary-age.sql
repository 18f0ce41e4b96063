-- Among the corrections of a misspelt word, those in use for longest come first, so that a new dish's name can't replace
-- them (features/places/words/meant.server.ts).
alter table search_vocabulary add column since timestamptz not null default now();
