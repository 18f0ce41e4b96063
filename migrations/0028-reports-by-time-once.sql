-- What was reported when is found along item_reports_created and restaurant_reports_created.
drop index item_reports_by_time, restaurant_reports_by_time;
