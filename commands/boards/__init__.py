"""Operations on boards that several commands share."""
