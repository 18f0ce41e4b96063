/** Returns the text for --help. */
export const usage = (
  keys: string[],
) => `Usage: npm run bench -- [--items 200000] [--restaurants 20000] [--data <folder>] [--rounds 5] [--seconds 3] [--only key,key] [--write]
       npm run bench -- --ranking [--rounds 400]   (ranking in the database, without HTTP, instead)
       npm run bench -- --people                   (follows, notices and feeds instead)
       npm run bench -- --fill --data <folder>     (only makes the data)
       npm run bench -- --only cluster [--kills 10] [--machines] [--keep]

Over HTTP, asked by another process, each beside Node's own server answering as many bytes, in turn.
Machines are noisy: compare the ratios, and times within one run only.
Keys: ${keys.join(', ')}
upvotes: durable votes by 8 callers beside the bare insert and update by the same driver, with limits off and
        on; and one dish that all vote for beside ever other ones.
…_p99:  p99 of one call at a time against what is allowed, scaled likewise.
start:  until it listens, and its memory at rest.
lighthouse_vs_bare: the performance score of five pages of the demo by that of the same without scripts, at one
        phone's pace.
admin:  p95 of every admin call and page, one asking at a time, scaled to a machine whose constant of 20 KB
        answers 30,000/s; the ratio is 300 ms by the slowest.
backup: a backup while 200 writes a second go on (--writes), restored elsewhere, compared table by table.
peers:  PostGIS, Redis, Parse Server and Strapi on the same dishes, asked the same; what they need is installed
        first (Debian's packages as root, npm's into the data folder). peers_rank is the ranking alone,
        peers_listing one route with each's ranking, peers_products the products. --peers adds all to a
        whole run.
weigh:  all votes weighed for accounts that look like one person, scaled to a million of them: the ratio is 60 s
        by what it took, scaled; and the memory that it took.
listing_after_updates: p99 of an uncached listing before and after 200,000 votes without a VACUUM by hand; the
        ratio is 1.5 by how it grew.
cluster: PostgreSQL under Patroni with etcd behind HAProxy, three nodes on loopback from deploy/cluster/, and the
        site on them: the leader is killed under load (--kills times; with --machines its etcd too). What was
        acknowledged must be there, nothing may hang, the site may not restart; the ratio is 8 s by the
        longest pause of writes. What it needs is installed first (Debian's packages, as root). 20,000 dishes
        of its own where --items isn't given; --cluster adds it to a whole run; --keep leaves it running
        until Ctrl-C and says where.

--items scales all: a member, a restaurant for ten dishes, one and a half favourites and two votes a dish.
        --restaurants makes more or fewer of them.
--data  keeps the data in this folder (empty at first): a million dishes take a minute or more to make on
        two cores. They are made again when the size, the schema or their making has changed, and each run
        works on a copy.
--write keeps a whole run in bench/results/<date>.json.
--json  writes the figures to this file.
--resume goes on with a whole run in --data that was cut off, after the last step that ended; the kept run says
        when each step ended.`
