CREATE TABLE answer (
  address VARCHAR NOT NULL,
  minute TIMESTAMP WITH TIME ZONE NOT NULL,
  times INTEGER NOT NULL,
  refused VARCHAR NOT NULL,
  PRIMARY KEY (address, minute)
);

CREATE INDEX ix_answer_minute ON answer (minute);

CREATE TABLE audit (
  id BIGSERIAL NOT NULL,
  at TIMESTAMP WITH TIME ZONE NOT NULL,
  admin VARCHAR NOT NULL,
  act VARCHAR NOT NULL,
  subject VARCHAR NOT NULL,
  detail VARCHAR NOT NULL,
  reason VARCHAR NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE board (
  id BIGSERIAL NOT NULL,
  game VARCHAR NOT NULL,
  number INTEGER NOT NULL,
  rules INTEGER NOT NULL,
  options VARCHAR NOT NULL,
  nagtime FLOAT NOT NULL,
  forfeittime FLOAT NOT NULL,
  totaltime FLOAT,
  unrated BOOLEAN NOT NULL,
  hints BOOLEAN NOT NULL,
  pair BOOLEAN NOT NULL,
  begun TIMESTAMP WITH TIME ZONE NOT NULL,
  changed TIMESTAMP WITH TIME ZONE NOT NULL,
  ply INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  to_move INTEGER,
  places VARCHAR,
  removed VARCHAR NOT NULL,
  offer VARCHAR NOT NULL,
  checksum VARCHAR NOT NULL,
  turn TIMESTAMP WITH TIME ZONE NOT NULL,
  used VARCHAR NOT NULL,
  due TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (id),
  UNIQUE (game, number)
);

CREATE INDEX ix_board_due ON board (due);

CREATE TABLE bounce (
  outbox_id BIGINT NOT NULL,
  kind VARCHAR NOT NULL,
  address VARCHAR NOT NULL,
  at TIMESTAMP WITH TIME ZONE NOT NULL,
  counts BOOLEAN NOT NULL,
  PRIMARY KEY (outbox_id, kind)
);

CREATE INDEX ix_bounce_address ON bounce (address);

CREATE TABLE counter (
  game VARCHAR NOT NULL,
  next INTEGER NOT NULL,
  PRIMARY KEY (game)
);

CREATE TABLE downtime (
  number SERIAL NOT NULL,
  since TIMESTAMP WITH TIME ZONE NOT NULL,
  until TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (number)
);

CREATE INDEX ix_downtime_until ON downtime (until);

CREATE TABLE job (
  id BIGSERIAL NOT NULL,
  asker VARCHAR NOT NULL,
  letter VARCHAR NOT NULL,
  game VARCHAR NOT NULL,
  options VARCHAR NOT NULL,
  moves VARCHAR NOT NULL,
  at TIMESTAMP WITH TIME ZONE NOT NULL,
  due TIMESTAMP WITH TIME ZONE NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX ix_job_due ON job (due);

CREATE TABLE letter (
  key VARCHAR NOT NULL,
  at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (key)
);

CREATE INDEX ix_letter_at ON letter (at);

CREATE TABLE mark (
  address VARCHAR NOT NULL,
  since TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (address)
);

CREATE TABLE outbox (
  id BIGSERIAL NOT NULL,
  recipient VARCHAR NOT NULL,
  message_id VARCHAR NOT NULL,
  date TIMESTAMP WITH TIME ZONE NOT NULL,
  said VARCHAR NOT NULL,
  automatic VARCHAR NOT NULL,
  thread VARCHAR NOT NULL,
  board VARCHAR NOT NULL,
  state VARCHAR NOT NULL,
  tries INTEGER NOT NULL,
  due TIMESTAMP WITH TIME ZONE NOT NULL,
  holder VARCHAR NOT NULL,
  trouble VARCHAR NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (message_id)
);

CREATE INDEX ix_outbox_date ON outbox (date);

CREATE INDEX outbox_due ON outbox (id, due) WHERE state = 'waiting';

CREATE INDEX outbox_lane ON outbox (recipient, board, id, due) WHERE state = 'waiting';

CREATE TABLE player (
  id BIGSERIAL NOT NULL,
  key VARCHAR NOT NULL,
  userid VARCHAR NOT NULL,
  password_hash VARCHAR NOT NULL,
  joined TIMESTAMP WITH TIME ZONE NOT NULL,
  robot VARCHAR NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (key)
);

CREATE TABLE tally (
  id BIGSERIAL NOT NULL,
  key VARCHAR NOT NULL,
  at TIMESTAMP WITH TIME ZONE NOT NULL,
  until TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX ix_tally_key ON tally (key);

CREATE INDEX ix_tally_until ON tally (until);

CREATE TABLE address (
  player_id BIGINT NOT NULL,
  rank INTEGER NOT NULL,
  address VARCHAR NOT NULL,
  PRIMARY KEY (player_id, rank),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_address_address ON address (address);

CREATE TABLE ban (
  player_id BIGINT NOT NULL,
  since TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (player_id),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE TABLE block (
  player_id BIGINT NOT NULL,
  other_id BIGINT NOT NULL,
  PRIMARY KEY (player_id, other_id),
  FOREIGN KEY(player_id) REFERENCES player (id),
  FOREIGN KEY(other_id) REFERENCES player (id)
);

CREATE INDEX ix_block_other_id ON block (other_id);

CREATE TABLE code (
  digest VARCHAR NOT NULL,
  purpose VARCHAR NOT NULL,
  player_id BIGINT NOT NULL,
  content VARCHAR NOT NULL,
  until TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (digest),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_code_player_id ON code (player_id);

CREATE TABLE event (
  board_id BIGINT NOT NULL,
  number INTEGER NOT NULL,
  line VARCHAR NOT NULL,
  epoch INTEGER NOT NULL,
  ply INTEGER,
  PRIMARY KEY (board_id, number),
  UNIQUE (board_id, epoch, ply),
  FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE TABLE former_name (
  key VARCHAR NOT NULL,
  player_id BIGINT NOT NULL,
  PRIMARY KEY (key),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_former_name_player_id ON former_name (player_id);

CREATE TABLE held (
  id BIGSERIAL NOT NULL,
  player_id BIGINT NOT NULL,
  board_id BIGINT NOT NULL,
  at TIMESTAMP WITH TIME ZONE NOT NULL,
  said VARCHAR NOT NULL,
  due TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (id),
  FOREIGN KEY(player_id) REFERENCES player (id),
  FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE INDEX ix_held_board_id ON held (board_id);

CREATE INDEX ix_held_due ON held (due);

CREATE INDEX ix_held_player_id ON held (player_id);

CREATE TABLE hint_agreement (
  board_id BIGINT NOT NULL,
  player_id BIGINT NOT NULL,
  PRIMARY KEY (board_id, player_id),
  FOREIGN KEY(board_id) REFERENCES board (id),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE TABLE nag (
  board_id BIGINT NOT NULL,
  epoch INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (board_id, epoch, ply, seat, day),
  FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE TABLE preference (
  player_id BIGINT NOT NULL,
  game VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  value VARCHAR NOT NULL,
  changed TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (player_id, game, name),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_preference_name ON preference (name);

CREATE TABLE rating (
  game VARCHAR NOT NULL,
  player_id BIGINT NOT NULL,
  mu FLOAT NOT NULL,
  sigma FLOAT NOT NULL,
  won INTEGER NOT NULL,
  lost INTEGER NOT NULL,
  drawn INTEGER NOT NULL,
  PRIMARY KEY (game, player_id),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE TABLE rating_change (
  board_id BIGINT NOT NULL,
  seat INTEGER NOT NULL,
  mu_before FLOAT NOT NULL,
  sigma_before FLOAT NOT NULL,
  mu_after FLOAT NOT NULL,
  sigma_after FLOAT NOT NULL,
  PRIMARY KEY (board_id, seat),
  FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE TABLE seat (
  board_id BIGINT NOT NULL,
  seat INTEGER NOT NULL,
  player_id BIGINT NOT NULL,
  resigning BOOLEAN NOT NULL,
  plan VARCHAR NOT NULL,
  submitted VARCHAR NOT NULL,
  PRIMARY KEY (board_id, seat),
  FOREIGN KEY(board_id) REFERENCES board (id),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_seat_player_id ON seat (player_id);

CREATE TABLE unreachable (
  player_id BIGINT NOT NULL,
  since TIMESTAMP WITH TIME ZONE NOT NULL,
  handed_over BOOLEAN NOT NULL,
  PRIMARY KEY (player_id),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE TABLE vacation (
  id BIGSERIAL NOT NULL,
  player_id BIGINT NOT NULL,
  since TIMESTAMP WITH TIME ZONE NOT NULL,
  until TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_vacation_player_id ON vacation (player_id);

CREATE TABLE watch (
  player_id BIGINT NOT NULL,
  game VARCHAR NOT NULL,
  board INTEGER NOT NULL,
  end_only BOOLEAN NOT NULL,
  PRIMARY KEY (player_id, game, board, end_only),
  FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE TABLE alembic_version (
  version_num VARCHAR(32) NOT NULL,
  PRIMARY KEY (version_num)
);

INSERT INTO alembic_version VALUES ('0001');
