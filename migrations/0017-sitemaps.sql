-- The files that sitemap.xml names, as the job `build-sitemaps` wrote them last.
create table sitemap_files (
  list   text not null,
  number integer not null,
  -- Gzip of the XML.
  body   bytea not null,
  -- SHA-256 of the XML in base64url.
  hash   text not null,
  constraint sitemap_files_pkey primary key (list, number)
);
