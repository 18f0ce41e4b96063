-- Those who look like a cluster and aren't part of it: whom puppets copy was there before them, or did something
-- else. An admin sees them beside it; neither the rule nor a decision on the cluster is about them.
alter table suspect_members add column beside boolean not null default false;
