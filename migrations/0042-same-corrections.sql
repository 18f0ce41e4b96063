-- Members may have the same correction open. Otherwise one could swallow another's, by proposing it first and withdrawing.
drop index restaurant_corrections_open;
